/** A person's own line of the list. */
export interface OwnApplication {
  id: string
  contribution: string
}

/**
 * What somebody kept of a draw since before its outcome, on their device or in an email. Null: nothing. What a server shows
 * afterwards is compared with it: a server that exchanges all that it has published would agree with itself.
 */
export interface KeptDraw {
  /** As it was shown while applications were open. */
  commitment: string | null
  /** As it was shown between the close and the results. */
  listHash: string | null
  own: OwnApplication | null
}

export const NOTHING_KEPT: KeptDraw = { commitment: null, listHash: null, own: null }

/** How the emails and the page name these values, in front of them. */
export const DRAW_LABELS = {
  commitment: '封をした乱数',
  listHash: '名簿の指紋',
  id: '受付番号',
  contribution: 'あなたの乱数',
} as const

/** What stands in the pasted text of emails. */
export function keptInText(text: string): KeptDraw {
  const valueAfter = (name: keyof typeof DRAW_LABELS) =>
    new RegExp(`${DRAW_LABELS[name]}[\\s:：]+([\\w-]+)`).exec(text)?.[1] ?? null
  const [id, contribution] = [valueAfter('id'), valueAfter('contribution')]
  return {
    commitment: valueAfter('commitment'),
    listHash: valueAfter('listHash'),
    own: id !== null && contribution !== null ? { id, contribution } : null,
  }
}

/** What was kept first stays: a later answer does not replace it. */
export const firstKept = (kept: KeptDraw, later: KeptDraw): KeptDraw => ({
  commitment: kept.commitment ?? later.commitment,
  listHash: kept.listHash ?? later.listHash,
  own: kept.own ?? later.own,
})
