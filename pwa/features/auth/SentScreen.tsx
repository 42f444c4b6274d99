import { useMutation } from '@tanstack/react-query'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** An email that was requested. */
export interface SentEmail {
  message: string
  /** Sends the same email again; undefined if that is not possible. */
  again?: () => Promise<unknown>
}

interface SentScreenProps {
  sent: SentEmail
  /** Within a sheet: h3. */
  heading?: 'h1' | 'h3'
}

/** Confirms that an email was sent. */
export function SentScreen({ sent: { message, again }, heading = 'h1' }: SentScreenProps) {
  const resend = useMutation({
    mutationFn: async () => again?.(),
    onSuccess: () => showToast('もう一度送りました'),
  })
  return (
    <StateScreen
      kind="offline"
      heading={heading}
      title="メールをご確認ください"
      text={
        <>
          {message}
          <br />
          届かないときは、迷惑メールのフォルダーもお確かめください。
        </>
      }
      actions={
        <>
          <FormProblem>{resend.error?.message}</FormProblem>
          {again && (
            <Button variant="secondary" busy={resend.isPending} onClick={() => resend.mutate()}>
              メールをもう一度送る
            </Button>
          )}
          <Button variant="quiet" to={paths.login}>
            ログインへ
          </Button>
        </>
      }
    />
  )
}
