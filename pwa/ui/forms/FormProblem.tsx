import type { ReactNode } from 'react'
import { Notice } from '../Notice.tsx'

/** Why a form was not taken, where it is no one field's fault: said at once, and nothing where there is nothing. */
export const FormProblem = ({ children }: { children: ReactNode }) =>
  children ? (
    <Notice tone="danger" role="alert">
      {children}
    </Notice>
  ) : null
