import { useQueryClient } from '@tanstack/react-query'
import { OPERATOR_CONFIRMED_MIN } from '#contract/operator/limits.ts'
import { operatorSession } from '#contract/operator/session/calls.ts'
import { CurrentPassword } from '#pwa/features/auth/CurrentPassword.tsx'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { clearErrors } from '#pwa/lib/api/last-error.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'

/** Asks for the password, which opens the admin for a while. */
export function PasswordAgain() {
  const call = useCall()
  const client = useQueryClient()
  const form = useForm({
    initial: { password: '' },
    send: (body) => call(operatorSession.confirm, { body }),
    onDone: async (confirmation) => {
      clearErrors()
      client.setQueryData(keyOf(operatorSession.getConfirmation, {}), confirmation)
      await client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    },
  })
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <p className="small">
        人に影響する操作ができるページです。ご本人であることを確かめます。入力すると
        {OPERATOR_CONFIRMED_MIN}
        分のあいだ使えます。
      </p>
      <FormProblem>{form.message}</FormProblem>
      <CurrentPassword enterKeyHint="go" {...form.field('password')} />
      <Button type="submit" wide busy={form.busy}>
        運営デスクを開く
      </Button>
    </form>
  )
}
