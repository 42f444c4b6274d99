import type { HelpEntry } from '#contract/operator/help/calls.ts'
import { CHANGED_MEANWHILE } from '#contract/operator/messages.ts'
import type { Topic } from '#contract/site/calls.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import { SiteContent } from '#server/features/site/content.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import { assertKnownFacts } from '../texts/known-facts.ts'
import * as query from './queries.ts'

/** Editing of help answers; every save creates a version. */
export function helpService(deps: Deps) {
  const { db, clock, newId } = deps
  const content = new SiteContent(deps)
  const conflict = () => new ApiError(409, CHANGED_MEANWHILE)

  async function get(topic: Topic) {
    const rows = await query.listVersions(db, topic)
    const written = rows[0]?.entries
    return {
      topic,
      entries: written ? entriesOf(written) : await content.filedFaq(topic),
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

  async function add(viewer: Viewer, topic: Topic, read: number, entries: HelpEntry[] | null) {
    await transact(db, async (tx) => {
      const before = (await query.listVersions(tx, topic))[0]
      if ((before?.version ?? 0) !== read) throw conflict()
      const version = read + 1
      const row = { topic, version, entries: entries && JSON.stringify(entries) }
      const by = { actor_id: actorOf(viewer), created_at: clock.now().toISOString() }
      await query.insertVersion(tx, { id: newId(), ...row, ...by }).catch(orTaken(conflict))
      await record(tx, deps, viewer, {
        action: entries ? 'help.change' : 'help.restore',
        target: `help:${topic}`,
        before: { version: read, questions: countOf(before?.entries) },
        after: { version, questions: entries?.length ?? null },
      })
    })
    return get(topic)
  }

  return {
    get,
    async save(viewer: Viewer, topic: Topic, { entries, version }: Saving) {
      entries.forEach(({ answer }, at) => {
        assertKnownFacts(content.unknownIn(answer), `entries.${at}.answer`)
      })
      return add(viewer, topic, version, entries)
    },
    restore: (viewer: Viewer, topic: Topic, version: number) => add(viewer, topic, version, null),
    async getVersion(topic: Topic, version: number) {
      const row = orNotFound(await query.findVersion(db, topic, version))
      return { entries: row.entries ? entriesOf(row.entries) : await content.filedFaq(topic) }
    },
  }
}

interface Saving {
  entries: HelpEntry[]
  version: number
}
const entriesOf = (json: string) => JSON.parse(json) as HelpEntry[]
/** Null: the answers of the files are used. */
const countOf = (json: string | null | undefined) => (json ? entriesOf(json).length : null)
