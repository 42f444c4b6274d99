import { useState } from 'react'
import { type Comment, type Thread, threads } from '#contract/threads/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { CommentActions, useCommentActions } from './CommentActions.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentRow } from './CommentRow.tsx'
import css from './Comments.module.css'
import { useAnswers } from './useAnswers.ts'
import { WaitingRow } from './WaitingRow.tsx'

/** Comments, oldest first, each followed by its replies. */
function byAnswer(comments: Comment[]): Comment[] {
  const known = new Set(comments.map(({ id }) => id))
  const isAnswer = ({ parent_id }: Comment) => parent_id !== null && known.has(parent_id)
  return comments
    .filter((comment) => !isAnswer(comment))
    .flatMap((comment) => [
      comment,
      ...comments.filter(({ parent_id }) => parent_id === comment.id),
    ])
}

/** The comments of a thread, oldest first, each with its replies; then the user's pending ones. */
export function Comments({ room, thread }: { room: string; thread: Thread }) {
  const params = { roomid: room, threadid: thread.id }
  const comments = useList(threads.listComments, { params })
  const answers = useAnswers(thread.id)
  const actions = useCommentActions(params)
  const [to, setTo] = useState<Comment | null>(null)
  const known = new Set(comments.items?.map(({ client_id }) => client_id))
  const waiting = answers.waiting.filter(
    ({ id, work }) => work.what === 'comment' && !known.has(id),
  )
  const postComment = (text: string, parent: string | null) =>
    answers.submit({ what: 'comment', room, thread: thread.id, text, parent })

  return (
    <Section title="コメント">
      <LoadedList
        of={{ ...comments, items: comments.items && byAnswer(comments.items) }}
        empty={waiting.length === 0 && <Alert>まだコメントはありません。</Alert>}
        wrap={(rows) => <ul className={css.list}>{rows}</ul>}
        keyOf={({ id }) => id}
      >
        {(comment) => (
          <CommentRow
            comment={comment}
            items={actions.itemsFor(comment)}
            onReply={() => setTo(comment)}
          />
        )}
      </LoadedList>
      {waiting.length > 0 && (
        <ul className={css.list} aria-label="送信待ちのコメント">
          {waiting.map((one) => (
            <WaitingRow
              key={one.id}
              of={one}
              onDiscard={() => void answers.drop(one.id)}
              onResend={async () => {
                await answers.drop(one.id)
                await answers.submit(one.work)
              }}
            />
          ))}
        </ul>
      )}
      {thread.can.comment && (
        <CommentForm
          thread={thread.id}
          to={to}
          onCancel={() => setTo(null)}
          onSend={async (text) => {
            await postComment(text, to?.id ?? null)
            setTo(null)
          }}
        />
      )}
      <CommentActions {...actions} />
    </Section>
  )
}
