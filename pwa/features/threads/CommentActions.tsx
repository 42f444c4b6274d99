import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Listed } from '#contract/http/types.ts'
import { type Comment, threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import type { Reportable } from '#pwa/features/reports/ReportSheet.tsx'
import { keyOf, useSend } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { mapPages, patchThread } from '#pwa/lib/offline/thread-actions.ts'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import type { MenuItem } from '#pwa/ui/overlay/Menu.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

// Loaded on demand, as reports are rare.
const ReportSheet = lazyWithProgress(
  async () => (await import('#pwa/features/reports/ReportSheet.tsx')).ReportSheet,
)

/** A viewer's actions on a comment: report others', delete their own; as a host delete any. */
export function useCommentActions(params: { roomid: string; threadid: string }) {
  const own = useUser()?.name
  const client = useQueryClient()
  const [toDelete, setToDelete] = useState<Comment | null>(null)
  const [reported, setReported] = useState<Reportable | null>(null)
  const remove = useSend(posting.deleteComment)
  function itemsFor(comment: Comment): MenuItem[] {
    const { id, member, text, can } = comment
    const report = { kind: 'comment', id, excerpt: `${member.display_name}: ${text}` } as const
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
              onClick: () => setToDelete(comment),
            } as const,
          ]
        : []),
    ]
  }
  /** Removes the comment from the cache without a refetch, so that the scroll position stays. */
  function removeFromCache(id: string) {
    const goes = (comment: Comment) => comment.id === id || comment.parent_id === id
    const key = keyOf(threads.listComments, { params })
    const list = client.getQueryData<InfiniteData<Listed<Comment>>>(key)
    const deletedCount = list?.pages.flatMap(({ items }) => items).filter(goes).length ?? 1
    client.setQueryData(
      key,
      mapPages(list, (items) => items.filter((one) => !goes(one))),
    )
    patchThread(client, params, ({ comments }) => ({ comments: comments - deletedCount }))
  }
  return {
    itemsFor,
    toDelete,
    reported,
    close: () => setToDelete(null),
    closeReport: () => setReported(null),
    async confirm() {
      if (!toDelete) return
      await remove.mutateAsync({ params: { ...params, commentid: toDelete.id } })
      removeFromCache(toDelete.id)
      showToast('コメントを削除しました')
    },
  }
}

/** The confirmation dialog. */
export function CommentActions(props: ReturnType<typeof useCommentActions>) {
  const { toDelete, reported } = props
  return (
    <>
      {reported && (
        <Suspense>
          <ReportSheet of={reported} onClose={props.closeReport} />
        </Suspense>
      )}
      <ConfirmDialog
        open={toDelete !== null}
        danger
        title="このコメントを削除しますか？"
        text={`「${toDelete?.text}」と、その返信を削除します。元に戻すことはできません。`}
        confirm="削除する"
        onConfirm={props.confirm}
        onClose={props.close}
      />
    </>
  )
}
