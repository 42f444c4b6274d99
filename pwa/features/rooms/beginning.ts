/** The first paragraph of a room's text; the full text is under 概要. */
export const beginningOf = (about: string): string => about.split(/\n\s*\n/, 1)[0] ?? ''
