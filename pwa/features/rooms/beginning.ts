/** The first paragraph of what a room says of itself: the rest of it stands under 概要. */
export const beginningOf = (about: string): string => about.split(/\n\s*\n/, 1)[0] ?? ''
