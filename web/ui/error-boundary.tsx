import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { ErrorArea } from "./error-area.tsx";

interface ErrorBoundaryProps {
  /** A new value shows the children again. */
  resetKey?: string;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
  resetKey: string | undefined;
}

/** Shows an error of rendering in the place of its children, so that everything else can still be used. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return {
      error: new Error(`This part of the console failed: ${reason}\nWhat was saved is safe.`, { cause }),
    };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <ErrorArea error={error} of="load">
        <Button onClick={() => this.setState({ error: undefined })}>Try again</Button>
      </ErrorArea>
    );
  }
}
