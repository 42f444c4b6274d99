/** What operators write, in one piece: each page by itself would cost every visitor a line of the list of chunks. */
export { ArticlePage } from './ArticlePage.tsx'
export { HelpDeskPage } from './HelpDeskPage.tsx'
export { LegalTextPage } from './LegalTextPage.tsx'
export { NewArticlePage } from './NewArticlePage.tsx'
export { NewsDeskPage } from './NewsDeskPage.tsx'
export { SwitchesPage } from './SwitchesPage.tsx'
export { TextsPage } from './TextsPage.tsx'
