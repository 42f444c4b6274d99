import type { Comment } from '#contract/threads/calls.ts'

/** Comments, oldest first, each followed by its replies. */
export function byAnswer(comments: Comment[]): Comment[] {
  const known = new Set(comments.map(({ id }) => id))
  const isAnswer = ({ parent_id }: Comment) => parent_id !== null && known.has(parent_id)
  return comments
    .filter((comment) => !isAnswer(comment))
    .flatMap((comment) => [
      comment,
      ...comments.filter(({ parent_id }) => parent_id === comment.id),
    ])
}
