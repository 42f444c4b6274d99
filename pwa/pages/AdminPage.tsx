import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AuditList } from '#pwa/features/operator/audit/AuditList.tsx'
import { WordList } from '#pwa/features/operator/banned-words/WordList.tsx'
import { ConfirmPassword } from '#pwa/features/operator/confirming/ConfirmPassword.tsx'
import { DisclosureList } from '#pwa/features/operator/disclosures/DisclosureList.tsx'
import { HelpAdmin } from '#pwa/features/operator/help/HelpAdmin.tsx'
import { Money } from '#pwa/features/operator/money/Money.tsx'
import { NewsAdmin } from '#pwa/features/operator/news/NewsAdmin.tsx'
import { AdminPeopleList } from '#pwa/features/operator/people/AdminPeopleList.tsx'
import { ReportList } from '#pwa/features/operator/reports/ReportList.tsx'
import { RoomsList } from '#pwa/features/operator/rooms/RoomsList.tsx'
import {
  type AdminDetail,
  type AdminSection,
  adminDetails,
  adminSections,
  type SectionName,
} from '#pwa/features/operator/sections.ts'
import { SwitchAdmin } from '#pwa/features/operator/switches/SwitchAdmin.tsx'
import { HealthOverview } from '#pwa/features/operator/system/HealthOverview.tsx'
import { TakedownList } from '#pwa/features/operator/takedowns/TakedownList.tsx'
import { TextList } from '#pwa/features/operator/texts/TextList.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useSubject } from '#pwa/lib/useSubject.ts'
import { AdminRoomPage } from './admin/AdminRoomPage.tsx'
import { ArticlePage } from './admin/ArticlePage.tsx'
import { LegalTextPage } from './admin/LegalTextPage.tsx'
import { NewArticlePage } from './admin/NewArticlePage.tsx'
import { OverviewPage } from './admin/OverviewPage.tsx'
import { ReportPage } from './admin/ReportPage.tsx'
import { TakedownCasePage } from './admin/TakedownCasePage.tsx'
import { UserPage } from './admin/UserPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const contents: Record<SectionName, ComponentType> = {
  reports: ReportList,
  takedowns: TakedownList,
  disclosures: DisclosureList,
  users: AdminPeopleList,
  rooms: RoomsList,
  words: WordList,
  money: Money,
  health: HealthOverview,
  news: NewsAdmin,
  help: HelpAdmin,
  texts: TextList,
  switches: SwitchAdmin,
  audit: AuditList,
}
const details: Record<AdminDetail, ComponentType> = {
  'reports/:id': ReportPage,
  'takedowns/:id': TakedownCasePage,
  'users/:name': UserPage,
  'rooms/:name': AdminRoomPage,
  'news/new': NewArticlePage,
  'news/:slug': ArticlePage,
  'texts/:slug': LegalTextPage,
}

function SectionPage({ section: { name, label, wide = false } }: { section: AdminSection }) {
  const Content = contents[name]
  return (
    <Screen title={label} back={paths.admin} wide={wide}>
      <Content />
    </Screen>
  )
}

function DetailPage({ path }: { path: AdminDetail }) {
  const Detail = details[path]
  return <Detail key={useSubject()} />
}

/** All admin pages in one chunk, so that visitors do not load even their names. */
export const AdminPage = () => (
  <ConfirmPassword>
    <Routes>
      <Route index element={<OverviewPage />} />
      {adminSections.map((section) => (
        <Route
          key={section.name}
          path={section.name + (section.rest ?? '')}
          element={<SectionPage key={section.name} section={section} />}
        />
      ))}
      {adminDetails.map((path) => (
        <Route key={path} path={path} element={<DetailPage path={path} />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </ConfirmPassword>
)
