import type { HelpEntry } from '#contract/operator/help/calls.ts'
import { CHANGED_MEANWHILE } from '#contract/operator/messages.ts'
import type { Topic } from '#contract/site/calls.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import { answersIn, type SiteContent } from '#server/features/site/content.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import { assertKnownFacts } from '../texts/known-facts.ts'
import * as query from './queries.ts'

/** Dependencies of editing help answers; every save creates a version. */
export interface HelpDeps extends Deps {
  content: SiteContent
}
interface Saving {
  entries: HelpEntry[]
  version: number
}

const conflict = () => new ApiError(409, CHANGED_MEANWHILE)

/** The answers of a version; null: those of the files. */
const entriesOf = ({ content }: HelpDeps, topic: Topic, written: string | null | undefined) =>
  written ? answersIn(written) : content.filedFaq(topic)

export async function get(deps: HelpDeps, topic: Topic) {
  const rows = await query.listVersions(deps.db, topic)
  const written = rows[0]?.entries
  return {
    topic,
    entries: await entriesOf(deps, topic, written),
    source: written ? ('operator' as const) : ('file' as const),
    version: rows[0]?.version ?? 0,
    versions: rows.map(({ version, created_at, by, entries }) => ({
      version,
      created_at,
      by,
      restored: entries === null,
    })),
  }
}

export async function getVersion(deps: HelpDeps, topic: Topic, version: number) {
  const row = orNotFound(await query.findVersion(deps.db, topic, version))
  return { entries: await entriesOf(deps, topic, row.entries) }
}

async function add(
  deps: HelpDeps,
  viewer: Viewer,
  topic: Topic,
  read: number,
  entries: HelpEntry[] | null,
) {
  await transact(deps.db, async (tx) => {
    const before = (await query.listVersions(tx, topic))[0]
    if ((before?.version ?? 0) !== read) throw conflict()
    const version = read + 1
    const row = { topic, version, entries: entries && JSON.stringify(entries) }
    const by = { actor_id: actorOf(viewer), created_at: isoNow(deps) }
    await query.insertVersion(tx, { id: deps.newId(), ...row, ...by }).catch(orTaken(conflict))
    const questions = before?.entries ? answersIn(before.entries).length : null
    await record(tx, deps, viewer, {
      action: entries ? 'help.change' : 'help.restore',
      target: `help:${topic}`,
      before: { version: read, questions },
      after: { version, questions: entries?.length ?? null },
    })
  })
  return get(deps, topic)
}

export async function save(
  deps: HelpDeps,
  viewer: Viewer,
  topic: Topic,
  { entries, version }: Saving,
) {
  entries.forEach(({ answer }, at) => {
    assertKnownFacts(deps.content.unknownIn(answer), `entries.${at}.answer`)
  })
  return add(deps, viewer, topic, version, entries)
}

export const restore = (deps: HelpDeps, viewer: Viewer, topic: Topic, version: number) =>
  add(deps, viewer, topic, version, null)
