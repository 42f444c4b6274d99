/** Which notifications this browser has shown: a push may come twice, and is shown once. */
export interface ShownBook {
  /** Notes it; false where it was noted before. Of two that ask at the same time, one is first. */
  note: (id: string) => Promise<boolean>
  /** It was not shown after all. */
  strike: (id: string) => Promise<void>
}

export interface Display {
  /** Shows it; one of the same id that still stands there is replaced without a sound. */
  show: (id: string, again: boolean) => Promise<void>
  /** Where a push that shows nothing costs the permission, even the second must show. */
  mustShow: boolean
}

/** Shows what has come the first time; again only where the browser demands it: meanwhile it may have been put away. */
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

/** A full disk takes no note: twice is better than never, and of two with one id the browser shows one. */
function unsure(error: unknown): true {
  console.warn(error)
  return true
}
