-- Once, on the primary: makes the database of the site and its user.
create role portal login password '@PORTAL_PASSWORD@';
create database portal owner portal;
