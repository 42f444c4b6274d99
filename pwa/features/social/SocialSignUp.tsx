import { type Newcomer, social } from '#contract/social/calls.ts'
import { AuthForm } from '#pwa/features/auth/AuthForm.tsx'
import { EmailInput } from '#pwa/features/auth/EmailInput.tsx'
import {
  EMPTY_NAMING,
  NamingFields,
  SiteTerms,
  toNaming,
} from '#pwa/features/auth/NamingFields.tsx'
import type { SentEmail } from '#pwa/features/auth/SentScreen.tsx'
import { useTypedEmail } from '#pwa/features/auth/useTypedEmail.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { pageOfEmail } from '#pwa/lib/page-of-email.ts'

interface SocialSignUpProps {
  who: Newcomer
  onSent: (sent: SentEmail) => void
}

/** The sign-up after a social login: name and address; the address is confirmed by an email. */
export function SocialSignUp({ who, onSent }: SocialSignUpProps) {
  const call = useCall()
  const form = useForm({
    initial: { ...EMPTY_NAMING, display_name: who.display_name, email: who.email },
    draft: { kind: 'signUp', id: null, omit: ['terms'] },
    send: ({ email, ...naming }) =>
      call(social.joinSocial, {
        body: { ...toNaming(naming), email, next: pageOfEmail() },
      }),
    onDone: onSent,
  })
  useTypedEmail(form)
  return (
    <AuthForm form={form} submit="確認メールを送る">
      <NamingFields form={form} />
      <EmailInput placeholder="name@example.jp" {...form.field('email')} />
      <SiteTerms form={form} />
    </AuthForm>
  )
}
