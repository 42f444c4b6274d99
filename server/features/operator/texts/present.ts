import { AGREED_TEXTS } from '#contract/consents/calls.ts'
import type { TextSlug } from '#contract/site/calls.ts'
import type { Text } from '#server/features/site/parse.ts'
import type { findDraft, VersionRow } from './queries.ts'

export const mayAsk = (slug: TextSlug) => (AGREED_TEXTS as readonly string[]).includes(slug)

/** Before the first publication, the operator's own file takes precedence over the release's text. */
export interface TextVisibility extends Text {
  published_at: string
  source: 'operator' | 'file' | 'release'
}

/** A text with its versions, for the editor. */
export function presentText(
  slug: TextSlug,
  rows: VersionRow[],
  visibility: TextVisibility,
  draft: Awaited<ReturnType<typeof findDraft>>,
  now: string,
) {
  const stateOf = ({ version, published_at }: VersionRow) => {
    if (published_at > now) return 'planned' as const
    return visibility.source !== 'file' && version === visibility.version
      ? ('standing' as const)
      : ('former' as const)
  }
  const versions = rows.map((row) => ({
    version: row.version,
    title: row.title,
    published_at: row.published_at,
    consent: row.consent === 1,
    source: row.source,
    by: row.by,
    state: stateOf(row),
  }))
  const { title, body, version, published_at } = visibility
  const ofFile = { version, title, published_at, consent: false, source: 'file', by: null } as const
  return {
    slug,
    title,
    body,
    version,
    next: nextVersion(rows, visibility),
    may_ask: mayAsk(slug),
    draft: draft
      ? {
          title: draft.title,
          body: draft.body,
          consent: draft.consent === 1,
          publish_at: draft.publish_at,
          version: draft.version,
          updated_at: draft.updated_at,
          by: draft.by,
        }
      : null,
    versions:
      visibility.source === 'file'
        ? [{ ...ofFile, state: 'standing' as const }, ...versions]
        : versions,
  }
}

export const nextVersion = (rows: VersionRow[], visibility: TextVisibility) =>
  Math.max(visibility.version, ...rows.map(({ version }) => version)) + 1
