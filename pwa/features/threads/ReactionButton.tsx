import { useEffect } from 'react'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import type { Thread } from '#contract/threads/calls.ts'
import { wordsOf } from '#pwa/lib/api/words-of.ts'
import { count } from '#pwa/lib/format.ts'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './ReactionButton.module.css'
import { useAnswers } from './useAnswers.ts'

/** The reaction count and the user's own reaction; optimistic, reverted if refused. */
export function ReactionButton({ room, thread }: { room: string; thread: Thread }) {
  const { waiting, submit, drop } = useAnswers(thread.id)
  const queuedReactions = waiting.filter(({ work }) => work.what === 'reaction')
  const refused = queuedReactions.find((one) => one.refused !== null)
  const last = queuedReactions.findLast((one) => one.refused === null)?.work
  const reacted = last?.what === 'reaction' ? last.on : thread.reacted
  const reactions = thread.reactions + Number(reacted) - Number(thread.reacted)
  const message = refused?.refused
  const id = refused?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is told once
  useEffect(() => {
    if (id === undefined) return
    showToast(message ?? UNREACHABLE)
    void drop(id)
  }, [id])

  async function toggle() {
    try {
      await submit({ what: 'reaction', room, thread: thread.id, on: !reacted })
    } catch (error) {
      showToast(wordsOf(error, UNREACHABLE))
    }
  }
  const shown = (
    <>
      <Icon name="heart" size="s" />
      {count(reactions)}
      <span className="sr">件のリアクション</span>
    </>
  )
  if (!thread.can.react) return <span className={css.still}>{shown}</span>
  return (
    <button
      type="button"
      className={cx(css.button, reacted && css.given)}
      aria-pressed={reacted}
      onClick={() => void toggle()}
    >
      {shown}
    </button>
  )
}
