import type { ReactNode } from 'react'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { AuthForm } from './AuthForm.tsx'

interface LinkPressProps {
  title: string
  form: Parameters<typeof AuthForm>[0]['form']
  /** What the press does. */
  submit: string
  children: ReactNode
}

/** What a mailed link would do, and the press that does it. */
export const LinkPress = ({ title, form, submit, children }: LinkPressProps) => (
  <>
    <Topbar title={title} back={paths.login} />
    <AuthForm
      form={form}
      submit={submit}
      below={
        <p className="note muted">心当たりのない場合は、何も押さずにこのページを閉じてください。</p>
      }
    >
      {children}
    </AuthForm>
  </>
)
