import { Button } from "../../ui/button.tsx";
import { SearchField } from "../lists/search-field.tsx";

interface ListToolsProps {
  search: string;
  isSelecting: boolean;
  onSearch: (search: string) => void;
  onSelect: () => void;
  onNewGroup: () => void;
}

export function ListTools({ search, isSelecting, onSearch, onSelect, onNewGroup }: ListToolsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <search className="grow max-sm:basis-full">
        <SearchField label="Find a component" value={search} onChange={onSearch} />
      </search>
      <Button aria-pressed={isSelecting} onClick={onSelect}>
        Select
      </Button>
      <Button onClick={onNewGroup}>New group</Button>
    </div>
  );
}
