import { withSan } from '#contract/lib/with-san.ts'
import type { Comment } from '#contract/threads/calls.ts'
import type { MenuItem } from '#pwa/ui/overlay/Menu.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import css from './Comments.module.css'
import { PostAuthor } from './PostAuthor.tsx'

interface CommentRowProps {
  comment: Comment
  items: MenuItem[]
  onReply: () => void
}

export const CommentRow = ({ comment, items, onReply }: CommentRowProps) => (
  <li className={comment.parent_id ? css.answer : undefined}>
    <PostAuthor
      member={comment.member}
      at={comment.created_at}
      trailing={
        items.length > 0 && (
          <MenuButton
            label={`${withSan(comment.member.display_name)}のコメントの操作`}
            items={items}
          />
        )
      }
    />
    <p className={css.text}>{comment.text}</p>
    {comment.can.reply && (
      <button type="button" className={css.reply} onClick={onReply}>
        返信
        <span className="sr">（{withSan(comment.member.display_name)}へ）</span>
      </button>
    )}
  </li>
)
