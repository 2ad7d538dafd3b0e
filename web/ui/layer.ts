import { createContext, use } from "react";

const PAGE = 0;
export const DIALOG = 1;
export const SIGN_IN = 2;
/** A panel that is not shown. */
export const HIDDEN = Number.NEGATIVE_INFINITY;

/** What something stands in: the higher, the nearer to the person. */
export const Layer = createContext(PAGE);

export const useLayer = () => use(Layer);
