import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { posting } from '#contract/posting.ts'
import { type Comment, threads } from '#contract/threads.ts'
import type { Listed } from '#contract/types.ts'
import type { Reportable } from '#pwa/features/reports/ReportSheet.tsx'
import { keyOf, useSend } from '#pwa/lib/api.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { mapPages, patchThread } from '#pwa/lib/offline/thread-actions.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import type { MenuItem } from '#pwa/ui/Menu.tsx'
import { showToast } from '#pwa/ui/toast.ts'

// Few ever report anything.
const ReportSheet = lazyWithProgress(
  async () => (await import('#pwa/features/reports/ReportSheet.tsx')).ReportSheet,
)

/** What the viewer may do with each comment: report others', delete their own, as a host all. */
export function useCommentActions(params: { roomid: string; threadid: string }) {
  const own = useUser()?.name
  const client = useQueryClient()
  const [asked, setAsked] = useState<Comment | null>(null)
  const [reported, setReported] = useState<Reportable | null>(null)
  const remove = useSend(posting.deleteComment)
  const close = () => {
    setAsked(null)
    remove.reset()
  }
  function itemsFor(comment: Comment): MenuItem[] {
    const { id, member, text, can } = comment
    const report = { kind: 'comment', id, words: `${member.display_name}: ${text}` } as const
    return [
      ...(member.name === own
        ? []
        : [{ label: '通報', icon: 'flag', onClick: () => setReported(report) } as const]),
      ...(can.delete
        ? [
            {
              label: '削除',
              icon: 'trash',
              danger: true,
              onClick: () => setAsked(comment),
            } as const,
          ]
        : []),
    ]
  }
  /** The page of comments is not asked for again: where one is, one stays. */
  function forget(id: string) {
    const goes = (comment: Comment) => comment.id === id || comment.parent_id === id
    const key = keyOf(threads.listComments, { params })
    const list = client.getQueryData<InfiniteData<Listed<Comment>>>(key)
    const gone = list?.pages.flatMap(({ items }) => items).filter(goes).length ?? 1
    client.setQueryData(
      key,
      mapPages(list, (items) => items.filter((one) => !goes(one))),
    )
    patchThread(client, params, ({ comments }) => ({ comments: comments - gone }))
  }
  return {
    itemsFor,
    asked,
    reported,
    close,
    closeReport: () => setReported(null),
    busy: remove.isPending,
    error: remove.error?.message ?? null,
    confirm() {
      if (!asked) return
      remove.mutate(
        { params: { ...params, commentid: asked.id } },
        {
          onSuccess() {
            forget(asked.id)
            close()
            showToast('コメントを削除しました')
          },
        },
      )
    },
  }
}

/** The question before it is done. */
export function CommentActions(props: ReturnType<typeof useCommentActions>) {
  const { asked, reported, busy, error } = props
  return (
    <>
      {reported && (
        <Suspense>
          <ReportSheet of={reported} onClose={props.closeReport} />
        </Suspense>
      )}
      <ConfirmDialog
        open={asked !== null}
        danger
        title="このコメントを削除しますか？"
        text={`「${asked?.text}」と、その返信を削除します。元に戻すことはできません。`}
        confirm="削除する"
        busy={busy}
        error={error}
        onConfirm={props.confirm}
        onClose={props.close}
      />
    </>
  )
}
