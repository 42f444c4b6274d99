import type { FormEvent, ReactNode } from 'react'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import css from './Form.module.css'

interface AuthFormProps {
  form: {
    message: string | null
    busy: boolean
    submit: (event: FormEvent<HTMLFormElement>) => void
  }
  /** The label of the submit button. */
  submit: string
  /** Below the button: the alternative. */
  below?: ReactNode
  children: ReactNode
}

/**
 * The frame of every login and sign-up form: error, fields, submit button. Before the app is there, a browser does
 * nothing with the method `dialog`; with another one it would load a page. The app replaces it (`renderAnew` in
 * `main.tsx`).
 */
export const AuthForm = ({ form, submit, below, children }: AuthFormProps) => (
  <form className={css.form} method="dialog" onSubmit={form.submit} noValidate data-render-anew>
    <FormProblem>{form.message}</FormProblem>
    {children}
    <Button type="submit" wide busy={form.busy}>
      {submit}
    </Button>
    {below}
  </form>
)
