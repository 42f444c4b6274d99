import { useSession } from '#pwa/lib/api/session.tsx'
import { useForm } from '#pwa/lib/forms/form.ts'
import { LinkPress } from './LinkPress.tsx'
import { type MailedLinkProps, verifyMail } from './verify-mail.ts'

/** Confirms a changed email address: opening the mailed link proves access to the mailbox. */
export function EmailChange({ link, facts, onDone }: MailedLinkProps) {
  const session = useSession()
  const form = useForm({
    initial: {},
    send: () => verifyMail(session, link),
    onDone,
  })
  return (
    <LinkPress form={form} submit="このアドレスに変更する">
      <p>
        ログインに使うメールアドレスを <b>{facts.email}</b> に変更します。
      </p>
    </LinkPress>
  )
}
