import { type ReactNode, useCallback, useState } from 'react'
import { Unreachable } from '#contract/http/caller.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Failed } from './Failed.tsx'
import { PageOfParts, type PartState, type TellPage } from './Loaded.tsx'
import css from './LoadedParts.module.css'

/**
 * A page of several parts that are loaded each by itself. If all of them fail, it shows one error screen; if some do, one
 * message above the others. Its button loads again all that failed.
 */
export function LoadedParts({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<ReadonlyMap<string, PartState>>(new Map())
  const tell = useCallback<TellPage>(
    (id, state) =>
      setParts((before) => {
        const after = new Map(before)
        if (state) after.set(id, state)
        else after.delete(id)
        return after
      }),
    [],
  )
  const states = [...parts.values()]
  const failed = states.filter((state) => typeof state === 'object')
  // Nothing is said before all have been asked: the page changes once.
  const isAsking = states.includes('pending')
  const first = isAsking ? undefined : (failed.find(({ error }) => !isOffline(error)) ?? failed[0])
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  const isWhole = first !== undefined && failed.length === states.length
  return (
    <PageOfParts value={tell}>
      {first &&
        (isWhole ? (
          <Failed error={first.error} onRetry={retry} heading="h2" />
        ) : (
          <SomeFailed error={first.error} onRetry={retry} />
        ))}
      {/* Parts stay mounted, so that they are there when they are loaded again. */}
      <div hidden={isWhole}>{children}</div>
    </PageOfParts>
  )
}

const isOffline = (error: Error) => error instanceof Unreachable

const SomeFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const offline = isOffline(error)
  return (
    <div className={css.message}>
      <Alert tone={offline ? 'offline' : 'warning'} role="status">
        {offline
          ? 'オフラインのため、一部を表示できません。電波が戻ると、自動で読み込みます。'
          : '一部を読み込めませんでした。'}
      </Alert>
      {!offline && (
        <Button variant="secondary" size="s" icon="refresh" onClick={onRetry}>
          もう一度読み込む
        </Button>
      )}
    </div>
  )
}
