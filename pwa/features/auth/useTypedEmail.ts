import { useEffect, useLayoutEffect } from 'react'
import { emailPrefill } from '#pwa/lib/forms/email-prefill.ts'

interface EmailForm {
  values: { email: string }
  set: (change: { email: string }) => void
}

/** Prefills the email address typed in another login or sign-up form, also after a reload. */
export function useTypedEmail({ values: { email }, set }: EmailForm) {
  // Before the field can be seen: a password manager fills it in at once, and its address would be replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and after the page that the server wrote is there
  useLayoutEffect(() => {
    const typed = emailPrefill.read()
    if (typed !== '' && email === '') set({ email: typed })
  }, [])
  useEffect(() => {
    if (email !== '') emailPrefill.write(email)
  }, [email])
}
