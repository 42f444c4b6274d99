import { useQueryClient } from '@tanstack/react-query'
import { account, type User } from '#contract/account/calls.ts'
import { NAME_CHANGE_DAYS } from '#contract/auth/limits.ts'
import { NameInput } from '#pwa/features/auth/NameInput.tsx'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Changes the handle, with a note on the consequences. */
export function NameForm({ user }: { user: User }) {
  const call = useCall()
  const session = useSession()
  const client = useQueryClient()
  const form = useForm({
    initial: { name: user.name },
    draft: { kind: 'userName', id: null },
    send: (body) => call(account.changeName, { body }),
    onDone(changed) {
      session.update(changed)
      showToast(`ユーザー名を @${changed.name} に変更しました`)
      // Nearly all loaded data contains the name.
      return client.invalidateQueries()
    },
  })
  return (
    <Section title="ユーザー名を変更する">
      <form className="stack" onSubmit={form.submit} noValidate>
        <p className="small muted">
          ページ{user.my_room && 'とルーム'}のURLが変わります。これまでのURLは新しいURLに転送され、
          これまでのユーザー名をほかの方が使うことはありません。変更は{NAME_CHANGE_DAYS}
          日に1回までです。
        </p>
        <FormProblem>{form.message}</FormProblem>
        <NameInput
          label="新しいユーザー名"
          hint="半角の英小文字・数字・_ が使えます"
          enterKeyHint="done"
          {...form.field('name')}
        />
        <Button type="submit" wide busy={form.busy} disabled={form.values.name === user.name}>
          ユーザー名を変更する
        </Button>
      </form>
    </Section>
  )
}
