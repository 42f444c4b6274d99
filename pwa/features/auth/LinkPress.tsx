import type { ReactNode } from 'react'
import { AuthForm } from './AuthForm.tsx'

interface LinkPressProps {
  form: Parameters<typeof AuthForm>[0]['form']
  /** What the press does. */
  submit: string
  children: ReactNode
}

/** What a mailed link would do, and the press that does it. */
export const LinkPress = ({ form, submit, children }: LinkPressProps) => (
  <AuthForm
    form={form}
    submit={submit}
    below={
      <p className="note muted">心当たりのない場合は、何も押さずにこのページを閉じてください。</p>
    }
  >
    {children}
  </AuthForm>
)
