import type { ReactNode } from 'react'
import { AuthForm } from './AuthForm.tsx'

interface LinkPressProps {
  form: Parameters<typeof AuthForm>[0]['form']
  /** The label of the button. */
  submit: string
  children: ReactNode
}

/** The page of a mailed link: what it does, and the button that does it. */
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
