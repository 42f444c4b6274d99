import { Route, Routes } from 'react-router-dom'
import { AdminHelpPage } from './admin/AdminHelpPage.tsx'
import { AdminLayout } from './admin/AdminLayout.tsx'
import { AdminNewsPage } from './admin/AdminNewsPage.tsx'
import { AdminRoomPage } from './admin/AdminRoomPage.tsx'
import { ArticlePage } from './admin/ArticlePage.tsx'
import { AuditPage } from './admin/AuditPage.tsx'
import { BannedWordsPage } from './admin/BannedWordsPage.tsx'
import { DisclosuresPage } from './admin/DisclosuresPage.tsx'
import { HealthPage } from './admin/HealthPage.tsx'
import { LegalTextPage } from './admin/LegalTextPage.tsx'
import { MoneyPage } from './admin/MoneyPage.tsx'
import { NewArticlePage } from './admin/NewArticlePage.tsx'
import { OverviewPage } from './admin/OverviewPage.tsx'
import { ReportPage } from './admin/ReportPage.tsx'
import { ReportsPage } from './admin/ReportsPage.tsx'
import { RoomsPage } from './admin/RoomsPage.tsx'
import { SwitchesPage } from './admin/SwitchesPage.tsx'
import { TakedownCasePage } from './admin/TakedownCasePage.tsx'
import { TakedownsPage } from './admin/TakedownsPage.tsx'
import { TextsPage } from './admin/TextsPage.tsx'
import { UserPage } from './admin/UserPage.tsx'
import { UsersPage } from './admin/UsersPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** All admin pages in one chunk, so that visitors do not load even their names. */
export const AdminPage = () => (
  <AdminLayout>
    <Routes>
      <Route index element={<OverviewPage />} />
      <Route path="reports" element={<ReportsPage />} />
      <Route path="reports/:id" element={<ReportPage />} />
      <Route path="disclosures" element={<DisclosuresPage />} />
      <Route path="takedowns" element={<TakedownsPage />} />
      <Route path="takedowns/:id" element={<TakedownCasePage />} />
      <Route path="health" element={<HealthPage />} />
      <Route path="money" element={<MoneyPage />} />
      <Route path="users" element={<UsersPage />} />
      <Route path="users/:name" element={<UserPage />} />
      <Route path="rooms" element={<RoomsPage />} />
      <Route path="rooms/:name" element={<AdminRoomPage />} />
      <Route path="words" element={<BannedWordsPage />} />
      <Route path="audit" element={<AuditPage />} />
      <Route path="news" element={<AdminNewsPage />} />
      <Route path="news/new" element={<NewArticlePage />} />
      <Route path="news/:slug" element={<ArticlePage />} />
      <Route path="help/:topic?" element={<AdminHelpPage />} />
      <Route path="texts" element={<TextsPage />} />
      <Route path="texts/:slug" element={<LegalTextPage />} />
      <Route path="switches" element={<SwitchesPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </AdminLayout>
)
