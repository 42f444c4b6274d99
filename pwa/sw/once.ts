/** The ids of shown notifications, for deduplication: a push may be delivered twice. */
export interface ShownBook {
  /** Adds an id. False if it was there before. Atomic. */
  note: (id: string) => Promise<boolean>
  /** Removes an id whose notification could not be shown. */
  strike: (id: string) => Promise<void>
}

export interface Display {
  /** Shows a notification. `again`: replaces the one with the same id, silently. */
  show: (id: string, again: boolean) => Promise<void>
  /** The browser revokes the permission after a push without a notification, so a duplicate must show, too. */
  mustShow: boolean
}

/** Shows a notification once. A duplicate shows only if `mustShow`, as its user may have dismissed the first. */
export async function showOnce(id: string, book: ShownBook, display: Display): Promise<void> {
  const first = await book.note(id).catch(unsure)
  if (!first && !display.mustShow) return
  try {
    await display.show(id, !first)
  } catch (error) {
    if (first) await book.strike(id)
    throw error
  }
}

/** If the id cannot be stored (disk full), show: a duplicate is better than none, and the tag replaces the first. */
function unsure(error: unknown): true {
  console.warn(error)
  return true
}
