import { WordList } from '#pwa/features/operator/banned-words/WordList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const BannedWordsPage = () => (
  <Screen title="使えない言葉" back={paths.admin}>
    <WordList />
  </Screen>
)
