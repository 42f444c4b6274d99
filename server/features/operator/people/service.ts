// Search for people, and details of one.

import { PERSON_NOT_FOUND } from '#contract/operator/messages.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Schema } from '#server/db/schema.ts'
import { findUserByEmail, findUserByName } from '#server/features/auth/queries.ts'
import { page } from '#server/http/answers/reply.ts'
import { invalid, orNotFound } from '#server/http/api-error.ts'
import { publicUrl } from '#server/media/media-url.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { latestActions, reportsOfPerson } from '../suspensions/fact-queries.ts'
import { findSuspension } from '../suspensions/queries.ts'
import * as query from './queries.ts'

interface Search extends PageWindow {
  search?: string | undefined
  state?: 'suspended' | 'official' | 'operator' | undefined
}
type Row = Pick<
  Schema['user'],
  'name' | 'display_name' | 'icon_small_path' | 'official_flg' | 'role' | 'status' | 'created_at'
>

/** Shown with their own name and icon, also while suspended. */
const presentRow = ({ icon_small_path, status, ...row }: Row) => ({
  name: row.name,
  display_name: row.display_name,
  icon_image_small_path: publicUrl(icon_small_path),
  official_flg: row.official_flg,
  role: row.role,
  status: status === 'suspended' ? ('suspended' as const) : ('active' as const),
  created_at: row.created_at,
})

export async function list(deps: Deps, { search, ...filters }: Search) {
  const terms = search?.replace(/^@/, '')
  const matching = terms ? deps.engine.search.matching('user', terms) : undefined
  const list = await page(filters, (window) => query.listPeople(deps.read, { ...window, matching }))
  return { ...list, items: list.items.map(presentRow) }
}

export async function findByEmail(deps: Deps, email: string) {
  const user = await findUserByEmail(deps.read, email)
  if (!user || user.status === 'deleted') throw invalid({ email: [PERSON_NOT_FOUND] })
  return { name: user.name }
}

/** Reads from the primary, so that an action is visible at once. */
export async function getPerson(deps: Deps, viewer: Viewer, name: string) {
  const user = orNotFound(await findUserByName(deps.db, name))
  const { id } = user
  const subject = { kind: 'user', subject_id: id } as const
  const [suspension, formerNames, room, memberships, tickets, sessions, reports, actions] =
    await Promise.all([
      findSuspension(deps.db, subject),
      query.listFormerNames(deps.db, id),
      query.findRoom(deps.db, id),
      query.listMemberships(deps.db, id),
      query.countTickets(deps.db, id),
      query.summariseSessions(deps.db, id),
      reportsOfPerson(deps.db, id),
      latestActions(deps.db, `user:${id}`),
    ])
  return {
    ...presentRow(user),
    id,
    email: user.email,
    about: user.about,
    icon_image_path: publicUrl(user.icon_path),
    former_names: formerNames.map((former) => former.name),
    followers: user.followers,
    tickets,
    sessions: sessions.open,
    last_seen_at: sessions.last,
    suspension: suspension ?? null,
    room: room ? { id: user.name, ...room } : null,
    memberships: memberships as ((typeof memberships)[number] & {
      status: 'active' | 'past_due' | 'incomplete'
    })[],
    reports,
    acts: actions,
    can: {
      suspend: user.status === 'active' && id !== viewer.id,
      restore: user.status === 'suspended',
    },
  }
}
