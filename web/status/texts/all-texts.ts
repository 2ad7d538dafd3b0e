import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";
import { addTexts } from "./texts.ts";

export { plural, textsOf } from "./texts.ts";

addTexts({ en, es, fr, de, ja, "pt-BR": ptBR, ar });
