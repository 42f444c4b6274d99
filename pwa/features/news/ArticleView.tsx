import type { Article } from '#contract/news/calls.ts'
import { dotDate } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { RichText } from '#pwa/ui/RichText.tsx'
import css from './ArticleView.module.css'

export const ArticleView = ({ article }: { article: Article }) => (
  <article className="stack">
    <time className="note muted" dateTime={article.published_at}>
      {dotDate(article.published_at)}
    </time>
    <h1>{article.title}</h1>
    {article.image_path && (
      <img className={css.picture} src={article.image_path} alt="" width={1000} height={563} />
    )}
    <p className="strong">{article.lead}</p>
    <RichText html={article.body_html} />
    <Button variant="secondary" size="s" to={paths.news}>
      お知らせの一覧へ
    </Button>
  </article>
)
