import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { User } from '#contract/account.ts'
import type { Event } from '#contract/events.ts'
import type { Room } from '#contract/rooms.ts'
import type { IssuedTicket } from '#contract/tickets.ts'
import { safeLocalStorage } from './safe-storage.ts'
import type { Store } from './store.ts'

/** A query as it asks: what this device keeps is found by its key. */
export interface Asked {
  client: QueryClient
  queryKey: QueryKey
  /** The offset of a list's later page. */
  pageParam?: unknown
}

/** A copy, and the moment it was fetched: milliseconds of this device's clock. */
export interface Kept<T> {
  at: number
  value: T
}
export interface HeldTickets {
  issued: IssuedTicket[]
  joined: Event[]
}

/** What somebody said of a thread, or felt: `parent` is the comment that they answer. */
export type Answer = { room: string; thread: string } & (
  | { what: 'comment'; text: string; parent: string | null }
  | { what: 'reaction'; on: boolean }
)

/** What was done here and the server has to hear of; `ticket` is an issued one's id. */
export type Work = { what: 'tear'; ticket: string } | Answer
/** Work that waits for a network; its id names it however often it is sent. */
export interface Waiting {
  id: string
  /** ISO 8601, by this device's clock. */
  at: string
  work: Work
  /** In the server's words, where it will not have it: it waits for its user to see that. */
  refused: string | null
}
export interface Outbox {
  /** What waits, in order; null until it was looked up. */
  waiting: Store<readonly Waiting[] | null>
  add: (work: Work) => Promise<unknown>
  drop: (id: string) => Promise<unknown>
}

/** Pictures of forms that were not sent yet, each by an id of its form's making. */
export interface DraftPictures {
  put: (id: string, file: File) => Promise<unknown>
  /** Null where it is gone. */
  get: (id: string) => Promise<File | null>
  drop: (id: string) => Promise<unknown>
}

/** The key by which this browser shows a ticket as its own. */
export interface DeviceKey {
  /** Raw, 65 bytes. */
  publicKey: Uint8Array<ArrayBuffer>
  /** As tickets name it. */
  thumbprint: Uint8Array
  sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>
}

/** What this device knows without asking anybody. None of it ever throws. */
export interface Device {
  /** The opaque id of who used the app here last, until they log out. */
  member: () => string | null
  setMember: (id: string | null) => void
  /** That member as they were last seen here. */
  recall: () => Promise<User | null>
  /** This one uses the app here: theirs is kept from now on, and nobody else's. */
  remember: (user: User) => void
  /** All that is a member's goes. */
  forget: () => Promise<unknown>
  /** Somebody logged out here, and the server could not be told yet. */
  leaving: () => boolean
  setLeaving: (on: boolean) => void
  /** Null where it cannot be had. */
  keeper: () => Promise<Keeper | null>
  /** Stands round a query's call: where nobody answers, the query shows what is kept. */
  around: <T>(asked: Asked, call: () => Promise<T>) => Promise<T>
}

/** What does the work, loaded once there is some. */
export interface Keeper {
  recall: Device['recall']
  remember: (user: User) => Promise<unknown>
  forget: Device['forget']
  around: Device['around']
  /** Fetches the tickets before anybody opens them. */
  fetchTickets: () => Promise<void>
  /** What the ticket box would show from here. */
  held: () => Promise<HeldTickets>
  /** At once, and not when the ticket is looked at the next time. */
  keepTicket: (issued: IssuedTicket) => Promise<unknown>
  /** Made when it is first asked for; null where this browser cannot. */
  deviceKey: () => Promise<DeviceKey | null>
  outbox: Outbox
  drafts: DraftPictures
  /** The last seen first. */
  seenRooms: () => Promise<Kept<Room>[]>
}

const MEMBER_KEY = 'room.member'
const LEAVING_KEY = 'room.leaving'

/** This browser. `load` fetches the keeper. */
export function thisDevice(load: () => Promise<Keeper>): Device {
  let around: Device['around'] = (_, call) => call()
  let loading: Promise<Keeper | null> | undefined
  const keeper = () =>
    (loading ??= load().then((loaded) => {
      around = loaded.around
      return loaded
    }, warn))
  /** What cannot be kept is not kept, and nothing else suffers. */
  const ask = async <T>(work: (keeper: Keeper) => Promise<T>): Promise<T | null> => {
    const loaded = await keeper()
    return loaded && work(loaded).catch(warn)
  }
  const member = () => safeLocalStorage.read(MEMBER_KEY)
  const setMember = (id: string | null) =>
    id === null ? safeLocalStorage.remove(MEMBER_KEY) : safeLocalStorage.write(MEMBER_KEY, id)
  return {
    member,
    keeper,
    setMember,
    recall: () => ask(({ recall }) => recall()),
    remember(user) {
      const before = member()
      setMember(user.id)
      void ask(async ({ remember, forget }) => {
        // Another person's login ends what the one before them left here, in forms and notifications, too.
        if (before !== null && before !== user.id) await forget()
        await remember(user)
      })
    },
    async forget() {
      // First what is kept: whoever looks after a power cut in between finds a member without tickets, not the reverse.
      await ask(({ forget }) => forget())
      setMember(null)
      await ask(({ forget }) => forget())
    },
    leaving: () => safeLocalStorage.read(LEAVING_KEY) !== null,
    setLeaving: (on) =>
      on ? safeLocalStorage.write(LEAVING_KEY, '1') : safeLocalStorage.remove(LEAVING_KEY),
    around: (asked, call) => around(asked, call),
  }
}

function warn(error: unknown) {
  console.warn(error)
  return null
}
