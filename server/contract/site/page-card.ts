/** What a page's picture for link previews shows. */
export interface PageCard {
  /** URL of the picture behind the text; null for the site's own. */
  picture: string | null
  /** Above the title: the room, or a handle. */
  over: string
  title: string
  /** Below the title: day, price, number of members. */
  facts: string[]
  /** The leaf of a calendar. */
  day: { month: number; day: number; weekday: string } | null
  badge: { text: string; tone: 'live' | 'quiet' | 'held' } | null
}

/** Pixels of a card, as link previews ask for it. */
export const CARD_SIZE = { width: 1_200, height: 630 }
/** Of a card that is saved as a picture, for services that crop others. */
export const SQUARE_CARD_SIZE = { width: 1_080, height: 1_080 }
export type CardSize = typeof CARD_SIZE
