import { useNavigate } from 'react-router-dom'
import { type OwnArticle, operatorNews } from '#contract/operator/news/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { fromWall } from '#pwa/lib/forms/editing/edit-form.ts'
import type { Editor } from '#pwa/lib/forms/editing/useEditor.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { adminPaths } from '../admin-paths.ts'
import type { ArticleValues } from './article-form.ts'

interface ArticleActionsProps {
  article: OwnArticle | null
  editor: Editor<ArticleValues, 'image', OwnArticle>
  now: string
}

/** The possible actions on an article in its state. */
export function ArticleActions({ article, editor, now }: ArticleActionsProps) {
  const { busy } = editor.form
  const at = editor.form.values.published_at
  const isLater = at !== '' && fromWall(at) > now
  const publish = isLater ? 'この日時に公開する' : '公開する'
  if (article?.status !== 'published')
    return (
      <>
        <Button wide busy={busy} onClick={() => editor.send('published')}>
          {publish}
        </Button>
        <Button wide variant="secondary" busy={busy} onClick={() => editor.send('draft')}>
          下書きを保存する
        </Button>
        {article && <DeleteDraft slug={article.slug} />}
      </>
    )
  return (
    <>
      <Button wide busy={busy} onClick={() => editor.send(null)}>
        変更を保存する
      </Button>
      {article.published_at !== null && article.published_at <= now && (
        <Button wide variant="secondary" to={paths.article(article.slug)}>
          公開中のページを見る
        </Button>
      )}
      <ConfirmButton
        label="公開を取り消す"
        button={{ wide: true, variant: 'quiet', disabled: busy }}
        title="公開を取り消しますか？"
        text="お知らせの一覧からなくなり、下書きに戻ります。あとでもう一度公開できます。"
        confirm="公開を取り消す"
        onConfirm={() => {
          editor.send('draft')
        }}
      />
    </>
  )
}

function DeleteDraft({ slug }: { slug: string }) {
  const navigate = useNavigate()
  const remove = useSend(operatorNews.deleteArticle, { refresh: [operatorNews.listArticles] })
  return (
    <ConfirmButton
      label="下書きを削除する"
      button={{ wide: true, variant: 'plain', icon: 'trash' }}
      title="下書きを削除しますか？"
      text="この操作は取り消せません。"
      confirm="削除する"
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ params: { slug } })
        showToast('下書きを削除しました')
        await navigate(adminPaths.news, { replace: true })
      }}
    />
  )
}
