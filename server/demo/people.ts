import { entryOf } from '#contract/lib/defined.ts'
import type { Schema } from '#server/db/schema.ts'
import { skeletonOf } from '#server/features/auth/handle.ts'
import { AVATARS } from './avatars.ts'
import { avatarPath } from './pictures.ts'
import {
  GIVEN_NAMES,
  LINKS,
  MAILS,
  MEMBERS,
  type NamedPerson,
  OFFICIAL,
  OWNERS,
  TAILS,
} from './plans/named-people.ts'
import { type Book, DAY } from './tables.ts'

export type DemoPerson = Schema['user']
const MEMBER_NAMES = 320
const YOUNGEST = 1975

/** Adds all people; only the four who can log in have a password. */
export function addPeople(book: Book, passwordHash: string): Map<string, DemoPerson> {
  const people = new Map<string, DemoPerson>()
  for (const [at, person] of [...OWNERS, ...MEMBERS].entries())
    people.set(person[0], addPerson(book, person, { at, passwordHash }))
  for (let n = 0; n < MEMBER_NAMES; n++) {
    const name = `yoru_${String(n + 1).padStart(3, '0')}`
    const display = `${GIVEN_NAMES[n % GIVEN_NAMES.length]}${TAILS[Math.floor(n / GIVEN_NAMES.length) % TAILS.length]}`
    people.set(
      name,
      addPerson(book, [name, display, `${n % AVATARS}`, ''], { at: 60, passwordHash }),
    )
  }
  addLinks(book, people)
  return people
}

interface Rest {
  at: number
  passwordHash: string
}

function addPerson(
  book: Book,
  [name, display_name, face, about]: NamedPerson,
  rest: Rest,
): DemoPerson {
  const created_at = book.ago(
    DAY * (rest.at < OWNERS.length ? 2_000 - rest.at * 70 : book.between(20, 700)),
  )
  const faceless = rest.at === 60 && book.random() < 0.3
  return book.add('user', {
    id: book.newId(),
    name,
    name_skeleton: skeletonOf(name),
    display_name,
    email: `${MAILS[name] ?? name}@example.com`,
    email_verified_at: created_at,
    password_hash: MAILS[name] ? rest.passwordHash : null,
    about,
    icon_path: faceless ? null : avatarPath(face, 'full'),
    icon_small_path: faceless ? null : avatarPath(face, 'small'),
    official_flg: OFFICIAL.includes(name) ? 1 : 0,
    birth_y: YOUNGEST + book.between(0, 28),
    birth_m: book.between(1, 12),
    birth_d: book.between(1, 28),
    gender: book.pick([1, 2, 9]),
    role: name === 'unei' ? 'operator' : 'member',
    status: 'active',
    terms_accepted_at: created_at,
    guardian_consent_at: null,
    followers: 0,
    following: 0,
    unread_messages: 0,
    publishes_memberships: rest.at === 60 && !faceless && Number(face) % 4 === 0 ? 1 : 0,
    publishes_attendance: rest.at === 60 && !faceless && Number(face) % 3 === 0 ? 1 : 0,
    created_at,
    updated_at: created_at,
  })
}

function addLinks(book: Book, people: Map<string, DemoPerson>) {
  for (const [name, links] of Object.entries(LINKS))
    for (const [position, [title, url]] of links.entries())
      book.add('profile_link', {
        id: book.newId(),
        user_id: entryOf(people, name).id,
        title,
        url,
        position,
      })
  // A former handle, which redirects.
  book.add('name_history', {
    name: 'yofukashi',
    skeleton: skeletonOf('yofukashi'),
    user_id: entryOf(people, 'aoi').id,
    changed_at: book.ago(200 * DAY),
  })
}

/** Adds follows: owners have many followers, guests none. */
export function addFollows(book: Book, people: Map<string, DemoPerson>) {
  const everyone = [...people.values()].filter(({ name }) => name !== 'sora' && name !== 'unei')
  const follow = (follower: DemoPerson, followee: DemoPerson) =>
    book.add('follow', {
      follower_id: follower.id,
      followee_id: followee.id,
      created_at: book.ago(book.between(1, 300) * DAY + book.between(0, 86_000) * 1_000),
    })
  const followees = [...OWNERS, ...MEMBERS].map(([name]) => entryOf(people, name))
  for (const [at, owner] of followees.entries()) {
    if (owner.name === 'sora' || owner.name === 'unei' || owner.name === 'mouke') continue
    const count =
      owner.name === 'aoi' ? 186 : at < OWNERS.length ? book.between(12, 70) : book.between(0, 9)
    for (const follower of book.some(
      everyone.filter(({ id }) => id !== owner.id),
      count,
    ))
      follow(follower, owner)
  }
}
