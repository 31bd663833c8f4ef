import * as announcements from './announcements.ts';
import * as applications from './applications.ts';
import * as audit from './audit.ts';
import * as automaticReply from './automatic-reply.ts';
import * as cannedReplies from './canned-replies.ts';
import * as chat from './chat.ts';
import * as claims from './claims.ts';
import * as damages from './damages.ts';
import * as documents from './documents.ts';
import * as driverFile from './driver-file.ts';
import * as duty from './duty.ts';
import * as employeeFiles from './employee-files.ts';
import type { Endpoint } from './endpoint.ts';
import * as exports from './exports.ts';
import * as files from './files.ts';
import * as hours from './hours.ts';
import * as imports from './import.ts';
import * as inquiries from './inquiries.ts';
import * as jobs from './jobs.ts';
import * as notificationSettings from './notification-settings.ts';
import * as notifications from './notifications.ts';
import * as orders from './orders.ts';
import * as passkeys from './passkeys.ts';
import * as passwords from './passwords.ts';
import * as personalData from './personal-data.ts';
import * as portal from './portal.ts';
import * as privacy from './privacy.ts';
import * as push from './push.ts';
import * as receipts from './receipts.ts';
import * as secondFactors from './second-factors.ts';
import * as session from './session.ts';
import * as settlementDrops from './settlement-drops.ts';
import { updateSettlementPay } from './settlement-pay.ts';
import * as settlementQuestions from './settlement-questions.ts';
import * as spotlight from './spotlight.ts';
import * as status from './status.ts';
import * as store from './store.ts';
import * as testimonials from './testimonials.ts';
import * as timeOff from './time-off.ts';
import * as totp from './totp.ts';
import * as unsentMail from './unsent-mail.ts';
import * as users from './users.ts';

/** Every endpoint. The server does not start without a handler for each, and the role matrix needs a row for each. */
export const endpoints: readonly Endpoint[] = [
  session.login,
  session.logout,
  session.signup,
  session.currentUser,
  session.listSessions,
  session.endSession,
  session.endOtherSessions,
  passkeys.listPasskeys,
  passkeys.startPasskey,
  passkeys.createPasskey,
  passkeys.removePasskey,
  passkeys.startPasskeySignIn,
  passkeys.signInWithPasskey,
  totp.getTotp,
  totp.startTotp,
  totp.confirmTotp,
  totp.removeTotp,
  secondFactors.createRecoveryCodes,
  secondFactors.resetSecondFactors,
  jobs.listJobs,
  jobs.getJob,
  jobs.createJob,
  jobs.updateJob,
  jobs.deleteJob,
  inquiries.sendInquiry,
  inquiries.listInquiries,
  inquiries.updateInquiry,
  privacy.getPrivacy,
  applications.sendApplication,
  applications.listApplications,
  applications.openApplication,
  applications.getApplicant,
  applications.eraseApplicant,
  applications.deleteApplication,
  files.presignSettlement,
  files.presignReport,
  files.presignProduct,
  files.uploadLimits,
  notifications.listNotifications,
  notifications.sendNotification,
  notifications.sendEmail,
  notifications.markAsRead,
  notifications.markAllAsRead,
  notificationSettings.getNotificationSettings,
  notificationSettings.updateNotificationSettings,
  portal.badges,
  status.systemStatus,
  status.confirmClock,
  imports.previewImport,
  imports.createImport,
  unsentMail.listUnsentMail,
  unsentMail.retryMail,
  unsentMail.discardMail,
  users.listUsers,
  users.createUser,
  users.updateUser,
  users.closeUser,
  users.listEmployees,
  users.ownEmployee,
  users.createEmployee,
  users.updateEmployee,
  users.updateDepartment,
  passwords.changePassword,
  passwords.confirmPassword,
  passwords.makeResetLink,
  passwords.sendSignInLinks,
  passwords.getResetLink,
  passwords.resetPassword,
  personalData.exportPersonalData,
  audit.listAudit,
  exports.createExport,
  exports.createDriverFilePdf,
  announcements.listAnnouncements,
  announcements.createAnnouncement,
  announcements.deleteAnnouncement,
  announcements.listAnnouncementReaders,
  announcements.remindAnnouncement,
  announcements.confirmNotification,
  hours.listLedger,
  timeOff.listTimeOff,
  timeOff.getTimeOffBalance,
  timeOff.createTimeOff,
  timeOff.updateTimeOff,
  timeOff.getTimeOff,
  timeOff.getTimeOffCalendar,
  timeOff.renewTimeOffCalendar,
  driverFile.listDriverFile,
  driverFile.listExpiredDrivers,
  driverFile.listDriverDocuments,
  driverFile.uploadDriverDocument,
  driverFile.updateDriverDocument,
  driverFile.refuseDriverDocument,
  driverFile.deleteDriverDocument,
  damages.listDamages,
  damages.createDamage,
  damages.updateDamage,
  damages.deleteDamage,
  claims.listClaims,
  claims.getClaimTotals,
  claims.createClaim,
  claims.getClaim,
  claims.updateClaim,
  claims.createClaimPhoto,
  claims.updateClaimResponse,
  ...Object.values(documents.documentCalls).flatMap((calls) => Object.values(calls)),
  updateSettlementPay,
  documents.acknowledgeDocument,
  receipts.listReceipts,
  receipts.listReceiptTotals,
  receipts.listDocumentTotals,
  receipts.listEarlierReceipts,
  receipts.remindMissing,
  employeeFiles.listAssignments,
  employeeFiles.listEmployeeFiles,
  employeeFiles.groupAssignments,
  employeeFiles.uploadEmployeeFile,
  employeeFiles.updateEmployeeFile,
  employeeFiles.deleteEmployeeFile,
  employeeFiles.listSubmissions,
  employeeFiles.submitVersion,
  employeeFiles.deleteVersion,
  employeeFiles.setSubmissionStatus,
  settlementDrops.openDrop,
  settlementDrops.listDrops,
  settlementDrops.getDrop,
  settlementDrops.addDropFile,
  settlementDrops.removeDropFile,
  settlementDrops.publishDrop,
  settlementDrops.discardDrop,
  settlementQuestions.listSettlementQuestions,
  settlementQuestions.askSettlementQuestion,
  settlementQuestions.writeSettlementQuestion,
  settlementQuestions.readSettlementQuestion,
  chat.listConversations,
  chat.listReceivers,
  chat.unreadMessages,
  chat.unreadTotal,
  chat.searchMessages,
  chat.markRead,
  chat.listMessages,
  chat.sendAttachment,
  automaticReply.getAutomaticReply,
  automaticReply.updateAutomaticReply,
  cannedReplies.listCannedReplies,
  cannedReplies.createCannedReply,
  cannedReplies.updateCannedReply,
  cannedReplies.deleteCannedReply,
  duty.listDuty,
  duty.updateDuty,
  duty.deleteDuty,
  store.listProducts,
  store.createProduct,
  store.updateProduct,
  store.deleteProduct,
  orders.listOrders,
  orders.placeOrder,
  orders.updateOrder,
  spotlight.listPosts,
  spotlight.createPost,
  spotlight.updatePost,
  spotlight.deletePost,
  spotlight.listReactions,
  spotlight.ownReaction,
  spotlight.listReactors,
  spotlight.react,
  testimonials.listTestimonials,
  testimonials.listApproved,
  testimonials.inviteClient,
  testimonials.openInvitation,
  testimonials.writeTestimonial,
  testimonials.updateTestimonial,
  testimonials.deleteTestimonial,
  push.pushKey,
  push.subscribePush,
  push.unsubscribePush,
];
