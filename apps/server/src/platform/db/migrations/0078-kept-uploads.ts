// The file of an imported timetable may be deleted before its import.
export const keptUploadsMigration = {
  name: '0078-kept-uploads',
  statements: [
    `alter table feed_import drop constraint if exists feed_import_upload_id_fkey`,
    `alter table feed_import add constraint feed_import_upload_id_fkey
      foreign key (upload_id) references feed_upload on delete set null`,
  ],
} as const;
