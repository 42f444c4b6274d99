import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { news } from '#contract/news/calls.ts'
import { NEWS_MAX } from '#contract/operator/limits.ts'
import { type OwnArticle, operatorNews } from '#contract/operator/news/calls.ts'
import { ArticleView } from '#pwa/features/news/ArticleView.tsx'
import { useCall } from '#pwa/lib/api/api.ts'
import { fromWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { useEditor } from '#pwa/lib/forms/editing/useEditor.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { DateTimeInput } from '#pwa/ui/forms/DateTimeInput.tsx'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { useAddress } from '#pwa/ui/forms/useAddress.ts'
import { WritingForm } from '#pwa/ui/forms/WritingForm.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { adminPaths } from '../admin-paths.ts'
import { Beside } from '../writing/Beside.tsx'
import { useLeaveWarning } from '../writing/useLeaveWarning.ts'
import { usePreview } from '../writing/usePreview.ts'
import { ArticleActions } from './ArticleActions.tsx'
import { articleFormOf, OPTIONAL_ARTICLE_FIELDS, savedArticle } from './article-form.ts'

const CHANGED = [operatorNews.listArticles, operatorNews.getArticle, news.listNews, news.getArticle]

/**
 * The editor of an article, with a preview; null for a new one. It continues from the version saved here; a conflict
 * with another operator's save is reported on sending.
 */
export function ArticleEditor({ article }: { article: OwnArticle | null }) {
  const [current, setCurrent] = useState(article)
  const navigate = useNavigate()
  const onDone = (done: OwnArticle) => {
    showToast(wordFor(current, done))
    if (done.slug === current?.slug) setCurrent(done)
    else void navigate(adminPaths.article(done.slug), { replace: true })
  }
  return <Writing key={current?.version ?? 0} before={current} onDone={onDone} />
}

interface WritingProps {
  before: OwnArticle | null
  onDone: (done: OwnArticle) => void
}

function Writing({ before, onDone }: WritingProps) {
  const now = useNow()
  const editor = useArticleEditor(before, onDone)
  const { values } = editor.form
  const shown = usePreview('news', values.body)
  const image_path = useAddress(editor.picture('image').value)
  useLeaveWarning(editor.wiring.changed)
  const published_at = values.published_at ? fromWall(values.published_at) : now
  return (
    <Beside
      failed={shown.failed}
      preview={
        <ArticleView
          article={{
            slug: values.slug,
            title: values.title || 'タイトル',
            lead: values.lead,
            body_html: shown.body_html,
            image_path,
            published_at: Number.isNaN(Date.parse(published_at)) ? now : published_at,
          }}
        />
      }
    >
      <WritingForm
        {...editor.wiring}
        actions={<ArticleActions article={before} editor={editor} now={now} />}
      >
        <ArticleFields editor={editor} />
      </WritingForm>
    </Beside>
  )
}

function useArticleEditor(before: OwnArticle | null, onDone: (done: OwnArticle) => void) {
  const call = useCall()
  return useEditor({
    kind: 'news',
    id: before?.slug ?? null,
    saved: savedArticle(before),
    optional: OPTIONAL_ARTICLE_FIELDS,
    pictures: { image: before?.image_path ?? null },
    send: (input, options) =>
      before
        ? call(operatorNews.changeArticle, {
            params: { slug: before.slug },
            body: articleFormOf(input, before.version),
          })
        : call(operatorNews.createArticle, { body: articleFormOf(input, 0) }, options),
    stale: CHANGED,
    onDone,
  })
}

function ArticleFields({ editor }: { editor: ReturnType<typeof useArticleEditor> }) {
  const { field } = editor.form
  return (
    <>
      <TextInput label="タイトル" require maxCount={NEWS_MAX.title} {...field('title')} />
      <TextInput
        label="URL"
        require
        hint={`/news/ のあとに続きます。半角の英小文字・数字・ハイフン（${NEWS_MAX.slug}文字まで）`}
        autoCapitalize="none"
        spellCheck={false}
        {...field('slug')}
      />
      <TextArea label="リード" require rows={3} maxCount={NEWS_MAX.lead} {...field('lead')} />
      <ImageUpload label="画像" hint="本文の上に表示されます" {...editor.picture('image')} />
      <TextArea
        label="本文"
        require
        rows={14}
        hint="Markdownで書きます。## 見出し、**太字**、- 箇条書き、[文字](URL)"
        maxCount={NEWS_MAX.body}
        {...field('body')}
      />
      <DateTimeInput
        label="公開日時"
        hint="日本時間。空欄のときは、公開した時刻になります。先の日時にすると、その時刻に公開されます"
        {...field('published_at')}
      />
    </>
  )
}

function wordFor(before: OwnArticle | null, { status }: OwnArticle) {
  if (status === (before?.status ?? 'draft')) return '保存しました'
  return status === 'published' ? '公開しました' : '公開を取り消しました'
}
