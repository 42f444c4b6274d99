import { scenePath } from './pictures.ts'
import { ARTICLES } from './plans/articles.ts'
import { type Book, DAY, HOUR } from './tables.ts'

export function addNews(book: Book) {
  for (const { scene, days, ...article } of ARTICLES) {
    const published_at = book.ago(days * DAY + 3 * HOUR)
    book.add('news', {
      id: book.newId(),
      ...article,
      image_path: scenePath(scene),
      published_at,
      status: 'published',
      version: 1,
      updated_at: published_at,
    })
  }
}
