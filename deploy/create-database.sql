-- The image runs this file when it creates its data: the service owns a database and has no other rights.
\set password `cat /run/secrets/postgres-password`
CREATE ROLE waylark LOGIN PASSWORD :'password';
CREATE DATABASE waylark OWNER waylark;
-- Backups are restored into it for a trial.
CREATE DATABASE waylark_trial OWNER waylark;
-- The superuser can connect from within the container alone.
ALTER ROLE CURRENT_USER PASSWORD NULL;
