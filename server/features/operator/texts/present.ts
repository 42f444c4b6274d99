import { AGREED_TEXTS } from '#contract/consents.ts'
import type { TextSlug } from '#contract/site.ts'
import type { Text } from '#server/features/site/parse.ts'
import type { findDraft, VersionRow } from './queries.ts'

export const mayAsk = (slug: TextSlug) => (AGREED_TEXTS as readonly string[]).includes(slug)

/** Where no operator has published yet, a file of theirs stands before what the release brought. */
export interface Standing extends Text {
  published_at: string
  source: 'operator' | 'file' | 'release'
}

/** One text as its editor sees it. */
export function presentText(
  slug: TextSlug,
  rows: VersionRow[],
  standing: Standing,
  draft: Awaited<ReturnType<typeof findDraft>>,
  now: string,
) {
  const stateOf = ({ version, published_at }: VersionRow) => {
    if (published_at > now) return 'planned' as const
    return standing.source !== 'file' && version === standing.version
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
  const { title, body, version, published_at } = standing
  const ofFile = { version, title, published_at, consent: false, source: 'file', by: null } as const
  return {
    slug,
    title,
    body,
    version,
    next: nextVersion(rows, standing),
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
      standing.source === 'file'
        ? [{ ...ofFile, state: 'standing' as const }, ...versions]
        : versions,
  }
}

export const nextVersion = (rows: VersionRow[], standing: Standing) =>
  Math.max(standing.version, ...rows.map(({ version }) => version)) + 1
