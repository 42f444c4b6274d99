import { useState } from 'react'
import { account } from '#contract/account/calls.ts'
import { BIRTHDAY_WRONG, GENDER_NEEDED } from '#contract/auth/messages.ts'
import { RequestError } from '#contract/http/caller.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { hasBirthday, isUnderAge } from '#contract/shared/rules.ts'
import { isMinor } from '#pwa/features/auth/birthday.ts'
import { useSession, useUser } from '#pwa/lib/api/session.tsx'
import { useNow } from '#pwa/lib/now.tsx'

type Errors = Record<string, string[]>

const EMPTY = {
  birthday: { year: '', month: '', day: '' },
  gender: null as 1 | 2 | 9 | null,
}
export type PayerValues = typeof EMPTY

/** Birthday and gender, asked for before a person's first payment. */
export function usePayer(paid: boolean) {
  const session = useSession()
  const user = useUser()
  const now = useNow()
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState<string | null>(null)
  const isAsked = paid && user !== null && !hasBirthday(user)
  return {
    isAsked,
    values,
    message,
    isMinor: isAsked ? isMinor(values.birthday, now) : user !== null && isUnderAge(user, now),
    errorOf: (...names: string[]) => names.flatMap((name) => errors[name] ?? [])[0],
    set(change: Partial<PayerValues>) {
      setValues((before) => ({ ...before, ...change }))
      setErrors({})
      setMessage(null)
    },
    /** Whether all that is asked is filled in; else the errors show. */
    check(): boolean {
      const faults = isAsked ? faultsOf(values) : {}
      setErrors(faults)
      return Object.keys(faults).length === 0
    },
    /** `guardian`: a minor's guardian agreed. False if a field has to be corrected. */
    async save(guardian: boolean): Promise<boolean> {
      if (!isAsked) return true
      try {
        session.update(
          await session.call(account.changeProfile, { body: formOf(values, guardian) }),
        )
        return true
      } catch (error) {
        setErrors(error instanceof RequestError ? error.errors : {})
        setMessage(error instanceof Error ? error.message : RETRY_LATER)
        return false
      }
    },
  }
}

/** The server would take an empty field for one that stays as it was. */
function faultsOf({ birthday, gender }: PayerValues): Errors {
  const isWhole = Object.values(birthday).every((part) => part !== '')
  return {
    ...(!isWhole && { birthY: [BIRTHDAY_WRONG] }),
    ...(gender === null && { gender: [GENDER_NEEDED] }),
  }
}

function formOf({ birthday, gender }: PayerValues, guardian: boolean): FormData {
  const form = new FormData()
  form.set('birthY', birthday.year)
  form.set('birthM', birthday.month)
  form.set('birthD', birthday.day)
  form.set('gender', String(gender))
  if (guardian) form.set('guardian_consent', '1')
  return form
}
