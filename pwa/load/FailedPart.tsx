import { Unreachable } from '#contract/http/caller.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'

interface FailedPartProps {
  error: Error
  /** None if the page has one button for all of its parts. */
  onRetry?: () => void
}

/** A small part of a page that could not be loaded. */
export const FailedPart = ({ error, onRetry }: FailedPartProps) => {
  const isOffline = error instanceof Unreachable
  return (
    <div className="row between wrap">
      <p className="small muted" role="status">
        {isOffline ? 'オフラインのため、表示できません。' : '読み込めませんでした。'}
      </p>
      {onRetry && !isOffline && (
        <Button variant="secondary" size="s" icon="refresh" onClick={onRetry}>
          もう一度読み込む
        </Button>
      )}
    </div>
  )
}

interface FailedSectionProps {
  title: string
  of: { error: Error | null; refetch: () => unknown }
}

/** A section of a page while its data is missing: nothing, or that it could not be loaded. */
export const FailedSection = ({ title, of: { error, refetch } }: FailedSectionProps) =>
  error && (
    <Section title={title}>
      <FailedPart error={error} onRetry={() => void refetch()} />
    </Section>
  )
