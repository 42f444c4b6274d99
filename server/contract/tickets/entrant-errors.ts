import type { FieldErrors } from '../http/caller.ts'
import { ENTRANT_CONTACT_NEEDED, ENTRANT_NAME_NEEDED } from './messages.ts'

/** The contact of a named ticket's holder: an email address, or ten digits. */
export const ENTRANT_CONTACT = /\S@\S+\.\S|(?:\d\D*){10}/

interface Identity {
  entrant_name: string
  entrant_contact: string
}

/** What the holder of a named ticket has to state, and has not. */
export const entrantErrors = ({ entrant_name, entrant_contact }: Identity): FieldErrors => ({
  ...(entrant_name.trim() === '' && { entrant_name: [ENTRANT_NAME_NEEDED] }),
  ...(!ENTRANT_CONTACT.test(entrant_contact) && { entrant_contact: [ENTRANT_CONTACT_NEEDED] }),
})
