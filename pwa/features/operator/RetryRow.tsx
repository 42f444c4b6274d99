import type { ReactNode } from 'react'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'

interface RetryRowProps {
  title: string
  note: string
  /** The mutation that tries again. */
  retry: { isPending: boolean; error: Error | null }
  /** Null: it cannot be retried. */
  onRetry: (() => void) | null
  children: ReactNode
}

/** A row of something that failed, with a button that tries again. */
export const RetryRow = ({ title, note, retry, onRetry, children }: RetryRowProps) => (
  <ListRow
    title={title}
    note={note}
    trailing={
      onRetry && (
        <Button size="s" variant="secondary" busy={retry.isPending} onClick={onRetry}>
          やり直す
        </Button>
      )
    }
  >
    {children}
    <FormProblem>{retry.error?.message}</FormProblem>
  </ListRow>
)
