import type { ReactNode } from 'react'
import { Alert } from '../Alert.tsx'

/** The error of a form that belongs to no single field, announced at once; nothing without an error. */
export const FormProblem = ({ children }: { children: ReactNode }) =>
  children ? (
    <Alert tone="danger" role="alert">
      {children}
    </Alert>
  ) : null
