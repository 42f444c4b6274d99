import { WordList } from '#pwa/features/operator/words/WordList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const WordsPage = () => (
  <Screen title="使えない言葉" back={paths.admin}>
    <WordList />
  </Screen>
)
