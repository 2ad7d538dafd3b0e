import { SHARE_WIDTH } from "../domain.ts";

// `npm run pictures` draws letters and shapes in these sizes.
export const FONT_PX = 60;
export const LINE_PX = 84;
export const SHAPE_PX = 160;

export const MARGIN_PX = 110;
/** The words begin here, after the shape. */
export const WORDS_X_PX = MARGIN_PX + SHAPE_PX + 40;
export const MAX_LINE_PX = SHARE_WIDTH - MARGIN_PX - WORDS_X_PX;

/** A pixel of a letter has one of these shades, from 0 for none to the full color. */
export const SHADES = 8;
