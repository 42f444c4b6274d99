/** Stamps of a room; `name` in characters, `side` in pixels of the stored picture. */
export const STAMP_MAX = { count: 24, name: 20, side: 360 }
